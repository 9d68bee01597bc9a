/** What a file field holds on the wire. */
export interface FileValue {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  media_type: string;
}

/** Pictures that every browser shows and that hold no script, as SVG may. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export function isFileValue(value: unknown): value is FileValue {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return false;
  if (!('size' in value) || !('media_type' in value)) return false;
  return (
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    typeof value.size === 'number' &&
    typeof value.media_type === 'string'
  );
}
