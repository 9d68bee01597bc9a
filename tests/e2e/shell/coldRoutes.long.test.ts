import { LANGUAGES } from '#shared/i18n/languages.ts';
import { testColdRoutes } from './coldRoutes.ts';

testColdRoutes(LANGUAGES.filter((language) => language !== 'en'));
