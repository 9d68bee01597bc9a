// A module of its own: `import('react-admin')` would fetch all of it, and this only its exporter and jsonexport.
export { defaultExporter } from 'react-admin';
