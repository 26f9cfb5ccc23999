// The words of the store-buffer styles yield to the user's own declarations.
// check: --memory tso
// verdict: holds
ghost byte sync, store;
inline mfence() { sync = sync + 1 }
active proctype P()
{
    mfence();
    store = sync;
    sync == 1;
    assert(store == 1)
}
