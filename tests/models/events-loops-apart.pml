// check: --memory tso --engine events --errors all --never flag[0]==4&&flag[1]==0&&ncrit==0&&P[0]@A&&P[1]@B
// verdict: violated
// Two loops of events have to be gone round a different number of times.
byte flag[2];
ghost byte ncrit;
active [2] proctype P() {
  do
  :: flag[_pid] = 1; skip;
     flag[1 - _pid] < 3;
     flag[_pid] = 3; skip;
     if
     :: flag[1 - _pid] == 1 -> A: flag[_pid] = 2; skip; flag[1 - _pid] == 4
     :: else
     fi;
     flag[_pid] = 4; skip;
     if :: _pid == 1 -> flag[0] < 2 :: else fi;
     ncrit++; assert(ncrit == 1); ncrit--;
     B: if :: _pid == 0 -> flag[1] < 2 || flag[1] > 3 :: else fi;
     flag[_pid] = 0; skip
  od
}
