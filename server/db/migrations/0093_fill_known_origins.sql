-- IPv4 addresses of recent sign-ins. Networks of IPv6 become known with the next sign-in.
insert into known_origins (merchant_id, user_id, kind, origin, expires_at)
select merchant_id, user_id, 'network', ip, max(created_at) + interval '30 days' from sessions
where ip ~ '^[0-9]+(\.[0-9]+){3}$' group by merchant_id, user_id, ip
on conflict do nothing;
