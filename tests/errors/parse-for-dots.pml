// error: expected '..' between the bounds of the range, found ','
// line: 5
active proctype P() {
    byte x;
    for (x : 1, 2) { skip }
}
