mtype = { msg0, msg1, ack0, ack1 };
chan s = [1] of { mtype }; chan r = [1] of { mtype };
active proctype Sender() { do :: s!msg1; r?ack1; s!msg0; r?ack0 od }
active proctype Receiver() { do :: s?msg1 -> r!ack1 :: s?msg0 -> r!ack0 od }
