import { LANGUAGES } from '@merchant-console/declaration/languages';
import { testFittingTexts } from './fittingTexts.ts';

testFittingTexts(LANGUAGES.filter((language) => language !== 'en'));
