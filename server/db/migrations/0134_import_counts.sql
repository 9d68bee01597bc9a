-- Numbers of an import's rows, so that a list of imports needn't count them. Null while a run changes them.

alter table imports add column if not exists counts jsonb;
