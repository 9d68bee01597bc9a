/** The texts' own files may be what could not be fetched, so these few stand in the program. */
const TEXTS: Record<string, { message: string; reload: string }> = {
  en: { message: 'The console could not be loaded.', reload: 'Try again' },
  zh: { message: '系统未能加载。', reload: '重试' },
  es: { message: 'No se pudo cargar la consola.', reload: 'Reintentar' },
  ja: { message: '管理画面を読み込めませんでした。', reload: '再試行' },
};

/** Says that the console could not start, without React: `error` goes to the browser's console. */
export function showStartFailure(root: HTMLElement, language: string, error: unknown): void {
  console.error(error);
  const { message, reload } = TEXTS[language] ?? { message: 'The console could not be loaded.', reload: 'Try again' };
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = message;
  const button = document.createElement('button');
  button.textContent = reload;
  button.addEventListener('click', () => window.location.reload());
  root.className = 'start-failure';
  root.replaceChildren(text, button);
}
