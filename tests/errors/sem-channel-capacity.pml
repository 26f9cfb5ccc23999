// error: a channel holds 0 to 255 messages
// line: 3
chan q = [300] of { byte };
init { q!1 }
