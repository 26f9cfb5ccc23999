// error: must be declared at the start of the proctype
// line: 5
init {
  skip;
  chan q = [1] of { byte };
  q!1
}
