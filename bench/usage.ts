import { readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { sent } from './countMessages.ts';
import { cpuMs, postmaster } from './cpu.ts';
import type { Place } from './serverProcess.ts';

/** What calls have used: CPU time in milliseconds, and what was sent to PostgreSQL. Null if unknown or absent. */
export interface Usage {
  server: number | null;
  database: number | null;
  client: number | null;
  statements: number | null;
  messages: number | null;
}

const sentSchema = z.object({ statements: z.number(), messages: z.number() });

/** Returns a function that reads what has been used so far. @param countsFile of `countMessages` in the server */
export async function usageOf(
  { environment }: Place,
  { serverPid, countsFile }: { serverPid: number; countsFile: string },
): Promise<() => Promise<Usage>> {
  const databaseUrl = environment['DATABASE_URL'];
  const databasePid = await postmaster(databaseUrl);
  return async () => {
    const { user, system } = process.cpuUsage();
    return {
      server: await cpuMs(serverPid),
      database: databasePid === null ? null : await cpuMs(databasePid),
      client: (user + system) / 1000,
      ...(databaseUrl ? await sentBy(serverPid, countsFile) : { statements: null, messages: null }),
    };
  };
}

/** Like `usageOf`, if the server's code runs in this process. */
export async function usageHere({ environment }: Place): Promise<() => Promise<Usage>> {
  const databaseUrl = environment['DATABASE_URL'];
  const databasePid = await postmaster(databaseUrl);
  return async () => {
    const { user, system } = process.cpuUsage();
    const database = databasePid === null ? null : await cpuMs(databasePid);
    const counts = databaseUrl ? sent : { statements: null, messages: null };
    return { server: (user + system) / 1000, database, client: null, ...counts };
  };
}

async function sentBy(pid: number, file: string): Promise<z.output<typeof sentSchema>> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    // Absent or incomplete until the server has written it.
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('}')) return sentSchema.parse(JSON.parse(text));
    await pause(5);
  }
}

/** What each of some calls has used between two readings. */
export function perCall(before: Usage, after: Usage, calls: number): Usage {
  const each = (name: keyof Usage) => {
    const [from, to] = [before[name], after[name]];
    return from === null || to === null ? null : (to - from) / calls;
  };
  return {
    server: each('server'),
    database: each('database'),
    client: each('client'),
    statements: each('statements'),
    messages: each('messages'),
  };
}

export function usageInWords({ server, database, client, statements, messages }: Usage): string {
  const shares = Object.entries({ server, database, client }).flatMap(([name, ms]) =>
    ms === null ? [] : `${name} ${ms.toFixed(2)} ms`,
  );
  const cpu = `CPU of ${shares.join(', ')}`;
  if (statements === null || messages === null) return cpu;
  return `${cpu}; ${statements.toFixed(2)} statements in ${messages.toFixed(2)} messages`;
}
