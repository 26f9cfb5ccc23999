// error: 'begin' is not Promela; write '{'
// line: 5
byte x;
active proctype P()
begin
  x = 2
end
