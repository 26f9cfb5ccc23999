// A label before the first statement of an option: nobody stands there before the choice, so only the warning keeps `holds` from being taken for an answer.
// check: --memory sc --ltl '[] !(P@want)'
// verdict: holds
// warning: no process is seen at want unless it jumps there
// check: --memory sc --ltl '[] !(P@there)'
// verdict: violated
byte x;
active proctype P()
{
    do
    :: want: x = 1; x = 0
    :: skip; there: x = 2
    od
}
