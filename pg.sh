server=/work/env/sc/pg; mkdir -p $server; chown postgres $server; chmod 755 /work /work/env /work/env/sc
cd $server
B=/usr/lib/postgresql/15/bin
[ -d data ] || runuser -u postgres -- $B/initdb -D $server/data -U wherefrom -A trust -E UTF8 --no-sync >/dev/null
runuser -u postgres -- $B/pg_ctl -D $server/data -s -w -l $server/log -o "-k $server -c listen_addresses='' -c fsync=off" start
