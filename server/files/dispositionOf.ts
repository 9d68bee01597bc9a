import { IMAGE_TYPES, type FileValue } from '#shared/declaration/fileValue.ts';

/**
 * The header Content-Disposition of a file (RFC 6266): pictures are shown, anything else is saved and never opened as
 * a page of ours. The name is there once in plain letters, for old programs, and once whole.
 */
export function dispositionOf({ name, media_type }: Pick<FileValue, 'name' | 'media_type'>): string {
  const way = IMAGE_TYPES.includes(media_type) ? 'inline' : 'attachment';
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '_')).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${way}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
