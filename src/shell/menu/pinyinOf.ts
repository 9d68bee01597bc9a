import { pinyin } from 'pinyin-pro';

/**
 * Pinyin of a Chinese text as users type it, without tones and spaces. Load this file late, because its dictionary is
 * large.
 */
export function pinyinOf(text: string): string {
  return pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join('');
}
