import { LANGUAGES } from '#shared/i18n/languages.ts';
import { testFittingTexts } from './fittingTexts.ts';

testFittingTexts(LANGUAGES.filter((language) => language !== 'en'));
