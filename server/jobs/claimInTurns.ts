import type { Claim, DueTenant, Job } from './jobQueue.ts';

/** How long a list of due tenants is used, in milliseconds: a tenant that isn't in it waits for so long at most. */
const LISTED_MS = 500;

/** A list is used for this many times as long as it took to read, so that a deep queue isn't read all the time. */
const LISTED_TIMES = 10;

/** Tenants whose jobs fill all places, if they have enough: a claim sends a statement for each. */
const TENANTS_AT_ONCE = 16;

/** A queue of a database. */
export interface Source {
  dueTenants(now: Date): Promise<DueTenant[]>;
  claim(asked: Claim): Promise<Job[]>;
}

interface Asked {
  now: Date;
  until: Date;
  /** Number of jobs. */
  most: number;
  /** Number of jobs that may be claimed of a tenant. */
  placesOf(tenant: string): number;
}

interface Claims {
  /** Jobs that were claimed; fewer than asked for only if no more are due. */
  jobs: Job[];
  /** Error of the first tenant whose jobs couldn't be claimed, if others' could. */
  problem?: unknown;
}

/** Number of jobs to claim of a tenant. */
interface Turn {
  tenant: DueTenant;
  most: number;
}

/**
 * Returns a function that claims due jobs of a queue. It lists the tenants that have any, longest due first, and gives
 * each a turn before the first has another, so a tenant with many jobs doesn't delay the others. A turn is one statement
 * for one tenant. Those of several tenants share a round trip.
 */
export function claimInTurns(queue: Source): (asked: Asked) => Promise<Claims> {
  let listed: DueTenant[] = [];
  let listedUntil = -Infinity;

  async function list(now: Date): Promise<void> {
    const begun = performance.now();
    listed = await queue.dueTenants(now);
    const ended = performance.now();
    listedUntil = ended + Math.max(LISTED_MS, (ended - begun) * LISTED_TIMES);
  }

  /** Moves the tenants of these turns behind the others, without those that had fewer jobs than expected. */
  async function take(turns: readonly Turn[], { now, until }: Asked): Promise<Claims> {
    const claims = turns.map(({ tenant, most }) => queue.claim({ merchantId: tenant.merchant_id, now, until, most }));
    const answers = await Promise.allSettled(claims);
    const jobs = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const problem: unknown = answers.find((answer) => answer.status === 'rejected')?.reason;
    // Throws the problem.
    if (jobs.length === 0) await Promise.all(claims);
    const left = turns.flatMap(({ tenant, most }, index) => {
      const answer = answers[index];
      const isLeft = answer?.status === 'fulfilled' && answer.value.length === most && tenant.due > most;
      return isLeft ? [{ ...tenant, due: tenant.due - most }] : [];
    });
    const taken = new Set(turns.map(({ tenant }) => tenant));
    listed = [...listed.filter((tenant) => !taken.has(tenant)), ...left];
    return { jobs, problem };
  }

  return async (asked) => {
    const jobs: Job[] = [];
    let isNew = performance.now() >= listedUntil;
    if (isNew) await list(asked.now);
    for (;;) {
      const placesOf = (tenant: string) => asked.placesOf(tenant) - jobsOf(jobs, tenant);
      const turns = turnsOf(listed, asked.most - jobs.length, placesOf);
      if (turns.length > 0) {
        const taken = await take(turns, asked);
        jobs.push(...taken.jobs);
        if (taken.problem !== undefined) return { jobs, problem: taken.problem };
      } else if (isNew || jobs.length === asked.most) {
        return { jobs };
      } else {
        await list(asked.now);
        isNew = true;
      }
    }
  };
}

/**
 * Divides places among tenants: a share for each in their order, then another for each, as long as there are places and
 * due jobs.
 */
function turnsOf(tenants: readonly DueTenant[], places: number, placesOf: (tenant: string) => number): Turn[] {
  const share = Math.ceil(places / TENANTS_AT_ONCE);
  const waiting = tenants.map((tenant) => ({
    tenant,
    most: 0,
    limit: Math.min(tenant.due, placesOf(tenant.merchant_id)),
  }));
  let left = places;
  for (let open = waiting; left > 0 && open.length > 0; open = open.filter(({ most, limit }) => most < limit)) {
    for (const turn of open) {
      const given = Math.max(0, Math.min(share, left, turn.limit - turn.most));
      turn.most += given;
      left -= given;
    }
  }
  return waiting.filter(({ most }) => most > 0);
}

function jobsOf(jobs: readonly Job[], tenant: string): number {
  return jobs.filter(({ merchant_id }) => merchant_id === tenant).length;
}
