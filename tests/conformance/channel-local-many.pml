chan names = [2] of { chan };
byte done;
active [2] proctype C() { chan me = [0] of { byte }; byte v; names!me; me?v; done = done + v }
active proctype S() { chan who; names?who; who!1; names?who; who!2; done == 3; assert(done == 3) }
