/** Red, green and blue of a colour `#rrggbb`, each from 0 to 1. */
type Rgb = readonly [number, number, number];

function rgbOf(hex: string): Rgb {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

function hexOf(rgb: Rgb): string {
  const digits = rgb.map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/** Lays `share` (0 to 1) of `color` over `ground`. All colours are `#rrggbb`. */
export function mixColors(color: string, ground: string, share: number): string {
  const [top, bottom] = [rgbOf(color), rgbOf(ground)];
  const part = (index: 0 | 1 | 2) => top[index] * share + bottom[index] * (1 - share);
  return hexOf([part(0), part(1), part(2)]);
}

/** WCAG contrast ratio of two colours `#rrggbb`, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(rgbOf(one)), luminance(rgbOf(other))];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(rgb: Rgb): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
}

/** Hue in sixths of the circle, saturation and lightness from 0 to 1. */
export interface Hsl {
  hue: number;
  saturation: number;
  lightness: number;
}

/** Converts a colour `#rrggbb`. */
export function hslOf(hex: string): Hsl {
  const [red, green, blue] = rgbOf(hex);
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  const lightness = max - range / 2;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const hue =
    max === red
      ? ((green - blue) / range + 6) % 6
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { hue, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

/** Converts a colour to `#rrggbb`. */
export function hexOfHsl({ hue, saturation, lightness }: Hsl): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const turn = (hue * 2 + offset) % 12;
    return lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1));
  };
  return hexOf([part(0), part(8), part(4)]);
}
