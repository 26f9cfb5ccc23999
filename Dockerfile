# docker build -t tarry .            runs `make demo`
# docker run --rm tarry              runs `make test`
# docker run --rm -v "$PWD:/models" tarry ./tarry check /models/peterson.pml
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git make
WORKDIR /tarry
COPY . .
RUN make demo
CMD ["make", "test"]
