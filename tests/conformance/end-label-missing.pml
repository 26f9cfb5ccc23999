chan c = [0] of { byte };
active proctype S() { do :: c?_ od }
active proctype C() { c!1 }
