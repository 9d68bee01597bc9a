/**
 * True if a file of the console couldn't be fetched: without a connection, or because a new version has replaced it.
 * Browsers only say so in the message: Chrome and Firefox name the "dynamically imported module", Safari a "module
 * script", Vite a style sheet.
 */
export function isMissingCode(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /imported module|module script|preload CSS/i.test(error.message) || isMissingCode(error.cause);
}
