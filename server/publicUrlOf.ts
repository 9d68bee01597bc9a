import type { Config } from './config.ts';

/** The address people open, without a slash at the end: as configured, else made from host and port. */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
