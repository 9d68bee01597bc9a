// A separate module, because `import('react-admin')` would load all of react-admin instead of its exporter and jsonexport.
export { defaultExporter } from 'react-admin';
