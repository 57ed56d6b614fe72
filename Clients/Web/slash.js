export const slashMenu = () => [];
