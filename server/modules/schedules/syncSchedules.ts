import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { addDays, dayInZone, isFor, type Resource, timeOn } from '@merchant-console/declaration';
import type { Db } from '#server/db/connect.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/db/schema.ts';
import type { RegistryState } from '#server/resources/registry/createRegistry.ts';
import { tableOf } from '#server/resources/stored/columns.ts';

/** A scheduled action: its time of day in the tenant's zone, such as `03:00`. */
interface Scheduled {
  resource: string;
  action: string;
  at: string;
}

interface Tenant {
  merchant_id: string;
  merchant_no: string;
  type: Resource['tenants'][number];
  time_zone: string;
}

/**
 * Gives each tenant with records a schedule for each scheduled action, and moves it after a change of the declared time or
 * of the tenant's zone. A new schedule begins with the next time, never with a past one.
 *
 * Tenants are found by the heads of their audit logs, which are on the nodes of their rows: whoever has records has one.
 */
export async function syncSchedules(
  { db, clock }: { db: Db; clock: Clock },
  resources: RegistryState['resources'],
): Promise<void> {
  for (const { resource, backend } of resources.values()) {
    for (const { key, schedule } of resource.actions) {
      if (!schedule || !backend) continue;
      const scheduled = { resource: resource.name, action: key, at: schedule.at };
      const { rows } = await sql<Tenant>`
        select m.merchant_id, m.merchant_no, m.type, m.time_zone
        from merchants m join audit_heads h on h.merchant_id = m.merchant_id
        where m.type <> 'test' and exists (select from ${sql.table(tableOf(resource.name))} r where r.merchant_id = h.merchant_id)
          and not exists (
            select from schedules s where s.merchant_id = h.merchant_id and s.resource = ${resource.name}
              and s.action = ${key} and s.run_at = ${schedule.at} and s.time_zone = m.time_zone)`.execute(db.kysely);
      for (const tenant of rows) {
        if (!isFor(resource, { type: tenant.type, merchantNo: tenant.merchant_no })) continue;
        await db.transaction((tx) => settle(tx, tenant, scheduled, clock.now()));
      }
    }
  }
}

async function settle(
  tx: Tx,
  { merchant_id, time_zone }: Tenant,
  { resource, action, at }: Scheduled,
  now: Date,
): Promise<void> {
  const next_on = nextDay(now, at, time_zone);
  const due_at = timeOn(next_on, at, time_zone);
  const { rows } = await sql<{ id: string; is_new: boolean; is_running: boolean }>`
    insert into schedules (merchant_id, id, resource, action, run_at, time_zone, next_on)
    values (${merchant_id}, ${uuidv7()}, ${resource}, ${action}, ${at}, ${time_zone}, ${next_on})
    on conflict (merchant_id, resource, action) do update
      set run_at = excluded.run_at, time_zone = excluded.time_zone,
        next_on = case when schedules.started_at is null then greatest(excluded.next_on, schedules.last_on + 1)
          else schedules.next_on end
    returning id, started_at is not null as is_running`.execute(tx);
  const [row] = rows;
  if (!row || row.is_running) return;
  await sql`
    insert into schedule_jobs (merchant_id, schedule_id, due_at) values (${merchant_id}, ${row.id}, ${due_at})
    on conflict (merchant_id, schedule_id) do update set due_at = excluded.due_at, polls = 0`.execute(tx);
}

/** The day of the first time from now on, in the zone. @param after a day that it must come after */
export function nextDay(now: Date, at: string, timeZone: string, after = ''): string {
  const today = dayInZone(now, timeZone);
  const next = timeOn(today, at, timeZone) > now ? today : addDays(today, 1);
  return next > after ? next : addDays(after, 1);
}
