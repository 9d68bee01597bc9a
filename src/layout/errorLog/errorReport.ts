import type { LoggedError } from './LoggedError.ts';

/** The errors as a text for whoever looks into them: in no language but the program's. */
export function errorReport(errors: readonly LoggedError[]): string {
  return errors.map(reportOf).join('\n\n');
}

function reportOf({ message, place, address, time, stack }: LoggedError): string {
  return [`${time.toISOString()} ${address}`, message, place, stack].filter((part) => part !== '').join('\n');
}
