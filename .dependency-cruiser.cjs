// Import boundaries between the parts of the program: one line of AREAS per folder. Any other import is an error.

/** What packages export. Any part may import it by the package's name. */
const PACKAGES =
  '^packages/[^/]+/(src/(index|internal|token|jsonOf|languages|(contracts|check|node)/index|ui/loading/savesData)\\.ts|messages/[a-z]+\\.json)$';
const SHARED = '^shared/';
/** Components for pages of all kinds. */
const UI = '^src/ui/';
/** Subscribes parts of the console to changes. */
const LIVE = '^src/live/useLiveQuery';
const BASICS = '^server/(clock|errors|storable)\\.ts$';

/** [name, files, the project's files that they may import besides each other] */
const AREAS = [
  // Packages are published, so they import nothing of the product.
  ['packages', '^packages/([^/]+)/', []],
  ['shared', SHARED, []],
  ['ui', UI, [SHARED, '^src/api/']],
  ['api', '^src/api/', [SHARED]],
  ['i18n', '^src/i18n/', [SHARED, '^i18n/']],
  ['menu', '^src/shell/menu/', [SHARED]],
  ['live', '^src/live/', [SHARED, UI, '^src/api/']],
  ['shell', '^src/shell/(?!menu/|openPages/)', [SHARED, UI, '^src/(i18n|shell/menu)/', '^src/api/connection']],
  [
    'features',
    '^src/features/([^/]+)/',
    [SHARED, UI, LIVE, '^src/(api|i18n)/', '^src/shell/(theme|useLanguageChoice)', '^src/features/figures/'],
  ],
  ['open-pages', '^src/shell/openPages/', ['^src/', SHARED]],
  ['console', '^src/(app|entry|custom)/|^src/[^/]+$', ['^src/', SHARED]],

  ['server-basics', BASICS, [SHARED]],
  ['db', '^server/db/', [SHARED, BASICS]],
  ['server-i18n', '^server/i18n/', [SHARED]],
  ['http', '^server/http/', [SHARED, BASICS, '^server/i18n/']],
  ['crypto', '^server/crypto/', [SHARED, BASICS, '^server/db/']],
  ['limits', '^server/limits/', [BASICS, '^server/(db|http)/']],
  ['credentials', '^server/credentials/', [SHARED, BASICS, '^server/(limits|db|crypto)/']],
  ['access', '^server/access/', [SHARED, BASICS, '^server/db/']],
  ['ledger', '^server/ledger/', [SHARED, BASICS, '^server/db/']],
  ['figures', '^server/figures/', [SHARED, BASICS, '^server/(db|jobs)/', '^server/ledger/invariants']],
  ['audit', '^server/audit/', [SHARED, BASICS, '^server/db/']],
  ['roll-out', '^server/rollOut/', [SHARED, BASICS, '^server/(db|access|audit)/']],
  ['states', '^server/states/', [SHARED, BASICS, '^server/(db|audit)/']],
  [
    'money',
    '^server/money/',
    [SHARED, BASICS, '^server/(db|ledger|audit|crypto|access)/', '^server/resources/RecordSource'],
  ],
  ['network', '^server/network/', []],
  ['jobs', '^server/jobs/', [SHARED, BASICS, '^server/db/']],
  ['files', '^server/files/', [SHARED, BASICS, '^server/db/']],
  ['sheets', '^server/sheets/', [SHARED, BASICS]],
  [
    'resources',
    '^server/resources/',
    [SHARED, BASICS, '^server/(http|i18n|db|access|crypto|audit|files|sheets|rollOut)/'],
  ],
  [
    'modules',
    '^server/modules/([^/]+)/(?!module\\.ts)',
    [
      SHARED,
      BASICS,
      '^server/(http|ledger|money|states|db|jobs|network|crypto|credentials|limits|access|audit)/',
      '^server/(files|sheets|resources|figures|i18n|rollOut)/',
      '^server/modules/[^/]+/(service|endSession)\\.ts$',
      '^server/services\\.ts$',
    ],
  ],
  [
    'gateway',
    '^server/gateway/',
    [
      SHARED,
      BASICS,
      '^server/(http|i18n|db|jobs|crypto|network|audit|modules/(payouts|orders|refunds|gateway|signingKeys))/',
    ],
  ],
  // A module's descriptor composes the module, and modules/index.ts all modules.
  ['server', '^server/([^/]+\\.ts$|modules/([^/]+/module|[^/]+)\\.ts$|process/|cli/)', [SHARED, '^(server|demo)/']],
  // Fills a new database by the server's own services.
  ['demo', '^demo/', [SHARED, '^server/']],

  // Merchants copy these files, so they import nothing of the project.
  ['examples', '^examples/', []],
  ['bench', '^bench/', ['^(src|shared|server|demo|bundling|examples)/', '^tests/support/']],
  ['scripts', '^scripts/', []],
];

/** Packages that run in a browser and in Node alike. */
const ANYWHERE =
  '(^|/)node_modules/(zod|date-fns|numeral|node-polyglot|crypto-js|jsonc-parser|fastest-levenshtein|uqr)/';
const BROWSER_PACKAGES =
  '(^|/)node_modules/(react|react-dom|react-admin|react-router-dom|ra-[^/]+|@mui/[^/]+|js-cookie)/';
const SERVER_PACKAGES =
  '(^|/)node_modules/(fastify|@fastify/[^/]+|kysely|pg|@electric-sql/[^/]+|@node-rs/[^/]+|otplib|prom-client|vite|tsx)/';

/** `$1` in a path is the folder that `files` captured, so each page or module is an area of its own. */
function areaRule([name, files, allowed]) {
  const itself = files.replace('([^/]+)/', '$1/');
  return {
    name: `boundary-${name}`,
    severity: 'error',
    from: { path: files },
    to: { path: '^[^/]+/', pathNot: ['node_modules/', itself, PACKAGES, ...allowed], dependencyTypesNot: ['core'] },
  };
}

// dependency-cruiser parses TypeScript with swc, because TypeScript 7 has no API, and doesn't enable JSX for .tsx
// files. It sees imports of types, too.
const swc = require('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('x') });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...AREAS.map(areaRule),
    {
      name: 'shared-runs-anywhere',
      comment: 'They run in the browser and in Node, so they can only use packages that run in both.',
      severity: 'error',
      from: { path: '^(shared|packages/(protocol|declaration))/', pathNot: '/src/node/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core'], pathNot: ANYWHERE },
    },
    {
      name: 'no-provider-outside-the-console',
      comment: 'packages/ra-provider and ra-declared use react-admin, which the server lacks.',
      severity: 'error',
      from: { path: '^(shared|server|demo|packages/(protocol|declaration))/' },
      to: { path: '^packages/ra-[^/]+/' },
    },
    {
      name: 'console-has-no-node',
      severity: 'error',
      from: { path: '^(src|packages)/', pathNot: '/src/node/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'console-has-no-node-of-packages',
      comment: 'packages/declaration/src/node reads files.',
      severity: 'error',
      from: { path: '^(src|shared|packages)/', pathNot: '/src/node/' },
      to: { path: '^packages/[^/]+/src/node/' },
    },
    {
      name: 'console-has-no-server-package',
      severity: 'error',
      from: { path: '^(src|packages)/' },
      to: { path: SERVER_PACKAGES },
    },
    {
      name: 'server-has-no-browser-package',
      severity: 'error',
      from: { path: '^(server|demo)/' },
      to: { path: BROWSER_PACKAGES },
    },
    {
      name: 'no-tools-in-the-product',
      comment: 'npm start works without devDependencies.',
      severity: 'error',
      from: { path: '^(src|shared|server|demo|packages)/', pathNot: '/contracts/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm'] },
    },
    {
      name: 'every-area-is-known',
      comment: 'A new folder needs a line in AREAS.',
      severity: 'error',
      from: { path: '^(src|packages|shared|server|demo|examples)/', pathNot: AREAS.map(([, files]) => files) },
      to: {},
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-broken-imports', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-orphans',
      comment: 'The file is neither imported nor an entry point.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^tests/.*\\.test\\.tsx?$',
          '^server/(main|cli/[^/]+)\\.ts$',
          '^examples/[^/]+/(shop|bank)\\.ts$',
          '^packages/declaration/src/node/resources\\.ts$',
        ],
      },
      to: {},
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // React-admin's example imports packages of react-admin.
    exclude: { path: '^tests/e2e/simple/custom/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.js', '.mjs', '.json', '.d.ts'],
    },
  },
};
