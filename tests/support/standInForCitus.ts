import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/**
 * What `migrate` and `distribute` call of Citus, on a plain PostgreSQL database: rows stay where they are, and the catalogue says
 * that tables were distributed. For what needs no second node.
 */
const CITUS = [
  `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 'public'::regnamespace, false, 'stand-in')`,
  `create table pg_dist_node as select * from (values (0, true, false), (1, true, true)) n (groupid, isactive, shouldhaveshards)`,
  `create table pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char")`,
  `create table pg_dist_shard (shardid bigint, logicalrelid regclass)`,
  `create function run_command_on_workers(text) returns table (success boolean, result text) language sql
    as $$ select true, '3s on' $$`,
  `create function create_distributed_table(name text, tenant text, colocate_with text default '') returns void language sql
    as $$ insert into pg_dist_partition values (name::regclass, 'h', 's') $$`,
  `create function create_reference_table(name text) returns void language sql
    as $$ insert into pg_dist_partition values (name::regclass, 'n', 't') $$`,
  `do $$ declare setting text; begin
    foreach setting in array array['enable_unsafe_triggers = on', 'propagate_set_commands = local', 'multi_shard_modify_mode = sequential'] loop
      execute format('alter database %I set citus.%s', current_database(), setting);
    end loop;
  end $$`,
];

/** Installs the stand-in. Later connections see it. */
export async function standInForCitus<Schema>(db: Db<Schema>): Promise<void> {
  for (const statement of CITUS) await sql.raw(statement).execute(db.kysely);
}
