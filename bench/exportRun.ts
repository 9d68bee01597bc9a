import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { percentiles, type Percentiles } from './percentiles.ts';
import type { RunningServer } from './serverProcess.ts';

const SAMPLE_MS = 200;
/** Ten requests per second. The server allows each address 1,200 requests per minute. */
const PAUSE_MS = 100;
const LIST = '/prod-api/orders?range=%5B0%2C9%5D&filter=%7B%22status%22%3A%5B%22failed%22%5D%7D';
const IDLE_REQUESTS = 100;

export interface ExportFigures {
  rows: number;
  ms: number;
  bytes: number;
  /** Memory of the server's process before the export and at its peak, in MB. */
  memory: { before: number; peak: number };
  /** Response times of another page of the list, requested repeatedly during the export. */
  others: Percentiles;
}

/** Downloads and discards one export, while requesting pages of the list. */
export async function measureExport(
  { url, pid }: RunningServer,
  token: string,
  format: 'csv' | 'xlsx',
): Promise<ExportFigures> {
  const headers = { 'X-Token': token };
  const running = { now: true };
  const memory = watchMemory(pid, running);
  const others = askForPages(url, token, () => running.now);
  const began = performance.now();
  const answer = await fetch(`${url}/prod-api/orders/export?format=${format}`, { headers });
  if (!answer.ok || !answer.body) throw new Error(`export: ${answer.status}`);
  let bytes = 0;
  for await (const piece of answer.body) bytes += piece.length;
  const ms = performance.now() - began;
  running.now = false;
  return {
    rows: Number(answer.headers.get('X-Total-Rows')),
    ms,
    bytes,
    memory: await memory,
    others: percentiles(await others),
  };
}

/** Requests the same pages from an idle server. */
export async function measureIdle(url: string, token: string): Promise<Percentiles> {
  let left = IDLE_REQUESTS;
  return percentiles(await askForPages(url, token, () => (left -= 1) >= 0));
}

async function askForPages(url: string, token: string, goOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goOn()) {
    const began = performance.now();
    const answer = await fetch(url + LIST, { headers: { 'X-Token': token } });
    await answer.text();
    if (!answer.ok) throw new Error(`list: ${answer.status}`);
    times.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  return times;
}

async function watchMemory(pid: number, running: { now: boolean }): Promise<ExportFigures['memory']> {
  const before = await memoryOf(pid);
  let peak = before;
  while (running.now) {
    await sleep(SAMPLE_MS);
    peak = Math.max(peak, await memoryOf(pid));
  }
  return { before, peak };
}

async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}
