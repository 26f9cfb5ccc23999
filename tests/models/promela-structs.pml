// Structs in arrays, in messages, and arrays in structs.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: holds
typedef pair { byte left; byte right[2] = 7 };
pair all[2];
chan c = [1] of { byte, pair };
active proctype P()
{
    pair mine;
    byte i;
    assert(mine.right[1] == 7 && all[1].right[0] == 7);
    for (i in all) { all[i].left = i + 1 };
    all[1].right[1] = 3;
    c!5,all[1];
    c?i,mine;
    assert(i == 5 && mine.left == 2 && mine.right[0] == 7 && mine.right[1] == 3)
}
