/** The environment variable with the API key, unless another is named. */
export const usualKeyName = 'ATOM_SERVICE_KEY';
