import type { GatewayAnswer } from './gatewayCaller.ts';

/** What has come of the calls since it was last told. */
export function createTally() {
  let sent = 0;
  let times: number[] = [];
  const refused = new Map<string, number>();

  return {
    send(): void {
      sent += 1;
    },
    answer({ refused: reason, ms }: Pick<GatewayAnswer, 'refused' | 'ms'>): void {
      times.push(ms);
      if (reason !== null) refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    fail(reason: string): void {
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    /** One line, and begins anew. */
    line(): string {
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
      const reasons = [...refused].map(([reason, count]) => `${reason} ${count}`).join(', ');
      const text = `${sent} sent, ${sorted.length} answered, refused: ${reasons || 'none'}; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
      sent = 0;
      times = [];
      refused.clear();
      return text;
    },
  };
}
