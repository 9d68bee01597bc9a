import type { Resource } from '#shared/declaration/resource.ts';
import { humanise } from '#shared/format/humanise.ts';
import type { Words } from '#shared/format/Words.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import type { ExportFormat } from './exportQuery.ts';

export const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What people call a resource: its label, else its translation, else its name made readable. */
export function titleOf({ name, label }: Resource, { language, translate }: Words): string {
  const title = resolveLabel(label, language, translate);
  return title === `resources.${name}.name` ? humanise(name) : title;
}

interface NameParts {
  /** Of the resource: letters, digits and `_` only. */
  name: string;
  title: string;
  /** `2026-11-21` */
  day: string;
  format: string;
}

/** A Content-Disposition header that names the file in the user's words, and in plain ASCII for what can't read them. */
export function attachment({ name, title, day, format }: NameParts): string {
  const words = title.replaceAll(/[/\\:*?"<>|\p{Cc}\p{Surrogate}]/gu, ' ').trim() || name;
  const encoded = encodeURIComponent(`${words}-${day}.${format}`).replaceAll(/['()*!]/g, percentEncoded);
  return `attachment; filename="${name}-${day}.${format}"; filename*=UTF-8''${encoded}`;
}

/** What encodeURIComponent leaves and RFC 8187 does not allow. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
