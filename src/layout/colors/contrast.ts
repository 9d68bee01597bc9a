/** The part of red, green and blue in a colour `#rrggbb`, each from 0 to 1. */
export type Rgb = readonly [number, number, number];

export function rgbOf(hex: string): Rgb {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

export function hexOf(rgb: Rgb): string {
  const digits = rgb.map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/** `share` of one colour laid over another. */
export function mix(color: string, ground: string, share: number): string {
  const [top, bottom] = [rgbOf(color), rgbOf(ground)];
  const part = (index: 0 | 1 | 2) => top[index] * share + bottom[index] * (1 - share);
  return hexOf([part(0), part(1), part(2)]);
}

/** WCAG's ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(rgbOf(one)), luminance(rgbOf(other))];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(rgb: Rgb): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
}
