-- Files are kept in parts: the embedded database answers nobody else while it takes a whole one.

create table if not exists file_parts (
  merchant_id uuid not null references merchants (merchant_id),
  file_id uuid not null,
  part_no integer not null, -- from 0
  bytes bytea not null,
  primary key (merchant_id, file_id, part_no),
  foreign key (merchant_id, file_id) references files (merchant_id, id) on delete cascade
);

-- The whole file, of one that was uploaded before.
alter table files alter column bytes drop not null;
