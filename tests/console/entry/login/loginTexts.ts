import { loadLoginTexts } from '#console/i18n/loadLoginTexts.ts';
import { plainTranslate } from '#console/entry/login/LoginPage.tsx';

/** The login page's own texts, in English. */
export const translate = plainTranslate(await loadLoginTexts('en'));
