/** The page on which a link's token is used. The token comes after the `#`, which browsers send to no server. */
export const PASSWORD_PAGE = '/-/password';
