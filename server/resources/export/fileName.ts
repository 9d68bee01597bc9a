import type { ExportFormat } from '@merchant-console/protocol';
import { humanise, type Words } from '@merchant-console/declaration';
import { resourceTitle } from '#shared/format/resourceName.ts';
import { disposition } from '#server/http/disposition.ts';
import type { Registry } from '../registry/createRegistry.ts';

export const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Title of a resource by its name, also if it no longer exists. */
export function titleNamed({ state }: Pick<Registry, 'state'>, name: string, words: Omit<Words, 'resource'>): string {
  const found = state.resources.get(name);
  return found ? resourceTitle(found.resource, words) : humanise(name);
}

interface NameParts {
  /** Name of the resource: letters, digits and `_` only. */
  name: string;
  title: string;
  /** `2026-11-21` */
  day: string;
  format: string;
  /** True for test data: both names begin with `TEST`, because merchant and resource are named like live ones. */
  isTest?: boolean | undefined;
}

/** A Content-Disposition header with the name in the user's language, and in ASCII for old programs. */
export function attachment({ name, title, day, format, isTest = false }: NameParts): string {
  const words = title.replaceAll(/[/\\:*?"<>|\p{Cc}\p{Surrogate}]/gu, ' ').trim() || name;
  const prefix = isTest ? 'TEST-' : '';
  const named = (file: string) => `${prefix}${file}-${day}.${format}`;
  return disposition('attachment', { ascii: named(name), full: named(words) });
}
