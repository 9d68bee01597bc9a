import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';

/** Trigger function for every table. Its arguments are the allowed moves, such as `pending>pass`. */
const FUNCTION = `
create or replace function check_state_move() returns trigger language plpgsql as $$
begin
  if (old.status || '>' || new.status) <> all (tg_argv) then
    raise exception '% %: % does not become %', tg_table_name, old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'state_move', table = tg_table_name;
  end if;
  return new;
end $$`;

type TableWithStatus = {
  [T in keyof Database]: Database[T] extends { status: unknown } ? T : never;
}[keyof Database];

/** Tables whose rows have a status that changes. */
export type StatefulTable = keyof typeof STATE_MACHINES;

export type StatusOf<T extends TableWithStatus> = Extract<
  Database[T]['status'] extends { readonly __select__: infer S } ? S : Database[T]['status'],
  string
>;

/** Allowed next statuses by status; a status without an entry is final. */
type StateMachine<T extends TableWithStatus> = { readonly [From in StatusOf<T>]?: readonly StatusOf<T>[] };

/**
 * The single definition of allowed status changes. Services check it (`lockForMove`), and triggers generated from it
 * make the database reject all others (`ensureStateTriggers`).
 */
export const STATE_MACHINES = {
  orders: { pending: ['success', 'failed', 'closed'] },
  payouts: {
    pending_approval: ['pending', 'failed'],
    pending: ['processing'],
    processing: ['success', 'failed'],
  },
  refunds: { pending_approval: ['processing', 'rejected', 'cancelled'], processing: ['success', 'failed'] },
  deposits: { pending_payment: ['pass', 'reject'] },
  withdrawals: { pending: ['processing', 'rejected', 'cancelled'], processing: ['success', 'failed'] },
  payment_requests: { pending: ['pass', 'reject', 'cancelled'] },
  adjustments: { pending: ['pass', 'reject'] },
  operator_requests: { pending: ['pass', 'reject', 'cancelled'] },
  bankcards: { enabled: ['disabled'], disabled: ['enabled'] },
  payees: { enabled: ['disabled'], disabled: ['enabled'] },
  batch_transfers: {
    uploading: ['draft'],
    draft: ['submitted', 'discarded'],
    submitted: ['processing'],
    processing: ['done', 'partly_failed', 'failed'],
  },
  batch_transfer_items: { invalid: ['valid'], valid: ['invalid', 'queued'], queued: ['success', 'failed'] },
} satisfies { readonly [T in TableWithStatus]?: StateMachine<T> };

/** The allowed next statuses of a row. */
export function nextStates(table: StatefulTable, from: string): readonly string[] {
  const machine: Readonly<Record<string, readonly string[] | undefined>> = STATE_MACHINES[table];
  return machine[from] ?? [];
}

/**
 * Creates the triggers that reject status changes not in `STATE_MACHINES`. No-op without locks if they are up to date.
 */
export async function ensureStateTriggers(db: Db): Promise<void> {
  const wanted = Object.entries(STATE_MACHINES).map(([table, machine]) => ({ table, moves: movesOf(machine) }));
  const present = await presentMoves(db);
  const missing = wanted.filter(({ table, moves }) => present.get(table) !== moves.join(' '));
  if (missing.length === 0) return;
  await db.transaction(async (tx) => {
    // Of servers that start at the same time, one creates the triggers.
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
