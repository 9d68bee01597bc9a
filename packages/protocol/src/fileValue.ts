/** The serialised value of a file field. */
export interface FileValue {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  media_type: string;
}

/** Image types that every browser shows and that can't contain scripts, unlike SVG. */
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
