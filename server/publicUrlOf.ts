import type { Config } from './config.ts';

/** The address people open, without a slash at the end: as configured, else made from host and port. */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl === null ? addressOf(host, port) : publicUrl.replace(/\/+$/, '');
}

export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
