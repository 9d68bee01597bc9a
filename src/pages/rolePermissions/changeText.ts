import type { Translate } from '#shared/i18n/translator.ts';

/** `2 added · 1 removed` */
export function changeText({ added, removed }: { added: number; removed: number }, translate: Translate): string {
  const parts = [
    added > 0 ? translate('rolePermissions.added', { smart_count: added }) : '',
    removed > 0 ? translate('rolePermissions.removed', { smart_count: removed }) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
