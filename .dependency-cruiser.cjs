// Which part of the program may import which. One line of AREAS per folder; whatever it does not name is an error.

const SHARED = '^shared/';
/** Parts that pages of all kinds are made of. */
const UI = '^src/ui/';
/** How parts of the console hear of changes. */
const LIVE = '^src/live/useLiveQuery';
const BASICS = '^server/(clock|errors|storable)\\.ts$';

/** [name, the files it is about, what of the project they may import besides each other] */
const AREAS = [
  ['shared', SHARED, []],
  ['ui', UI, [SHARED, '^src/api/']],
  ['api', '^src/api/', [SHARED]],
  ['i18n', '^src/i18n/', [SHARED, '^i18n/', '^src/ui/loading/']],
  ['menu', '^src/shell/menu/', [SHARED]],
  ['fields', '^src/fields/', [SHARED, UI]],
  ['resource', '^src/resource/', [SHARED, UI, '^src/(api|fields|i18n)/']],
  ['live', '^src/live/', [SHARED, UI, '^src/api/']],
  ['shell', '^src/shell/(?!menu/|openPages/)', [SHARED, UI, '^src/(i18n|shell/menu)/', '^src/api/connection']],
  [
    'features',
    '^src/features/([^/]+)/',
    [
      SHARED,
      UI,
      LIVE,
      '^src/(api|resource|fields|i18n)/',
      '^src/shell/(theme|useLanguageChoice)',
      '^src/features/figures/',
    ],
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
  ['idempotency', '^server/idempotency/', [SHARED, BASICS, '^server/db/']],
  ['audit', '^server/audit/', [SHARED, BASICS, '^server/db/']],
  ['states', '^server/states/', [SHARED, BASICS, '^server/(db|audit)/']],
  ['money', '^server/money/', [SHARED, BASICS, '^server/(db|ledger|audit|crypto)/', '^server/resources/RecordSource']],
  ['network', '^server/network/', []],
  ['jobs', '^server/jobs/', [SHARED, BASICS, '^server/db/']],
  ['metrics', '^server/metrics/', ['^server/(db|jobs)/']],
  ['files', '^server/files/', [SHARED, BASICS, '^server/db/']],
  [
    'resources',
    '^server/resources/',
    [SHARED, BASICS, '^server/(http|i18n|db|access|crypto|idempotency|audit|files)/'],
  ],
  [
    'modules',
    '^server/modules/([^/]+)/(?!module\\.ts)',
    [
      SHARED,
      BASICS,
      '^server/(http|ledger|money|states|db|jobs|network|crypto|credentials|limits|access|idempotency|audit)/',
      '^server/(files|resources|figures|i18n)/',
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
      '^server/(http|i18n|db|jobs|crypto|network|modules/(payouts|orders|refunds|gateway|merchantKeys|signingKeys))/',
    ],
  ],
  // A module's descriptor puts it together, and modules/index.ts all of them.
  ['server', '^server/([^/]+\\.ts$|modules/([^/]+/module|[^/]+)\\.ts$|process/|cli/|demo/)', [SHARED, '^server/']],

  // Merchants copy them: they stand alone.
  ['examples', '^examples/', []],
  ['bench', '^bench/', ['^(src|shared|server|bundling|examples)/', '^tests/support/']],
  ['scripts', '^scripts/', []],
];

/** Packages that run in a browser and in Node alike. */
const ANYWHERE =
  '(^|/)node_modules/(zod|date-fns|numeral|node-polyglot|crypto-js|jsonc-parser|fastest-levenshtein|uqr)/';
const BROWSER_PACKAGES =
  '(^|/)node_modules/(react|react-dom|react-admin|react-router-dom|ra-[^/]+|@mui/[^/]+|js-cookie)/';
const SERVER_PACKAGES =
  '(^|/)node_modules/(fastify|@fastify/[^/]+|kysely|pg|@electric-sql/[^/]+|@node-rs/[^/]+|otplib|prom-client|vite|tsx)/';

/** What the folder of an area matched in its parentheses stands for $1: another page or module is another area. */
function areaRule([name, files, allowed]) {
  const itself = files.replace('([^/]+)/', '$1/');
  return {
    name: `boundary-${name}`,
    severity: 'error',
    from: { path: files },
    to: { path: '^[^/]+/', pathNot: ['node_modules/', itself, ...allowed], dependencyTypesNot: ['core'] },
  };
}

// dependency-cruiser reads TypeScript with swc (the compiler of version 7 has no programming interface), and asks swc
// for plain TypeScript even where a file holds JSX. It sees imports of types, too.
const swc = require('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('x') });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...AREAS.map(areaRule),
    {
      name: 'shared-runs-anywhere',
      comment: 'shared/ runs in the browser and in Node: no package that is made for one of them.',
      severity: 'error',
      from: { path: SHARED },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core'], pathNot: ANYWHERE },
    },
    {
      name: 'console-has-no-node',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'console-has-no-server-package',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: SERVER_PACKAGES },
    },
    {
      name: 'server-has-no-browser-package',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: BROWSER_PACKAGES },
    },
    {
      name: 'no-tools-in-the-product',
      comment: 'npm start works without devDependencies.',
      severity: 'error',
      from: { path: '^(src|shared|server)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm'] },
    },
    {
      name: 'every-area-is-known',
      comment: 'A new folder needs a line in AREAS.',
      severity: 'error',
      from: { path: '^(src|shared|server|examples)/', pathNot: AREAS.map(([, files]) => files) },
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
      comment: 'Nothing imports it, and it is not where a program begins.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^tests/.*\\.test\\.tsx?$',
          '^server/(main|cli/[^/]+)\\.ts$',
          '^examples/[^/]+/(shop|bank)\\.ts$',
        ],
      },
      to: {},
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.js', '.mjs', '.json', '.d.ts'],
    },
  },
};
