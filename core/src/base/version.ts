/** The release's name and number. Spec section 9: version 1.0.0, code 100. */
export const VERSION = '1.0.0'
export const VERSION_CODE = 100
