import { pinyin } from 'pinyin-pro';

/** How a Chinese text is pronounced, as it is typed: without tones and spaces. Its dictionary is large: load it late. */
export function pinyinOf(text: string): string {
  return pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join('');
}
