byte ticket[2]; bool choosing[2]; byte n;
active [2] proctype P() {
  byte i, m;
  do
  :: choosing[_pid] = 1;
     m = (ticket[0] > ticket[1] -> ticket[0] : ticket[1]); m < 3;
     ticket[_pid] = m + 1; choosing[_pid] = 0;
     choosing[1 - _pid] == 0;
     (ticket[1 - _pid] == 0 || ticket[1 - _pid] > ticket[_pid] || (ticket[1 - _pid] == ticket[_pid] && _pid == 0));
     n++; assert(n == 1); n--; ticket[_pid] = 0; m = 0
  od
}
