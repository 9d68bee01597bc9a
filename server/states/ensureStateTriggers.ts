import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { STATE_MACHINES } from './stateMachines.ts';

/** Holds for every table: the moves that are allowed are the trigger's arguments, such as `pending>pass`. */
const FUNCTION = `
create or replace function check_state_move() returns trigger language plpgsql as $$
begin
  if (old.status || '>' || new.status) <> all (tg_argv) then
    raise exception '% %: % does not become %', tg_table_name, old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'state_move', table = tg_table_name;
  end if;
  return new;
end $$`;

/**
 * Makes the database itself refuse a change of status that `STATE_MACHINES` does not allow. Changes nothing where the
 * triggers are as they should be, so that a start takes no locks.
 */
export async function ensureStateTriggers(db: Db): Promise<void> {
  const wanted = Object.entries(STATE_MACHINES).map(([table, machine]) => ({ table, moves: movesOf(machine) }));
  const present = await presentMoves(db);
  const missing = wanted.filter(({ table, moves }) => present.get(table) !== moves.join(' '));
  if (missing.length === 0) return;
  await db.transaction(async (tx) => {
    // Of several servers that start at once, one makes them and the others find them made.
    await sql`lock table schema_migrations in share row exclusive mode`.execute(tx);
    await sql.raw(FUNCTION).execute(tx);
    for (const { table, moves } of missing) {
      await sql`
        create or replace trigger state_move before update of status on ${sql.table(table)}
        for each row when (old.status is distinct from new.status)
        execute function check_state_move(${sql.join(moves.map((move) => sql.lit(move)))})`.execute(tx);
      await sql`comment on trigger state_move on ${sql.table(table)} is ${sql.lit(moves.join(' '))}`.execute(tx);
    }
  });
}

function movesOf(machine: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(machine).flatMap(([from, next]) => next.map((to) => `${from}>${to}`));
}

async function presentMoves(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ table: string; moves: string }>`
    select c.relname as table, coalesce(obj_description(t.oid, 'pg_trigger'), '') as moves
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'state_move' and c.relnamespace = current_schema()::regnamespace`.execute(db.kysely);
  return new Map(rows.map(({ table, moves }) => [table, moves]));
}
