/** `image/png, application/pdf` → `PNG, PDF`: as people call kinds of files. */
export function mediaTypeNames(types: readonly string[]): string {
  return types.map((type) => NAMES[type] ?? (type.split('/')[1] ?? type).toUpperCase()).join(', ');
}

const NAMES: Readonly<Record<string, string>> = {
  'text/plain': 'TXT',
  'application/msword': 'DOC',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
};
