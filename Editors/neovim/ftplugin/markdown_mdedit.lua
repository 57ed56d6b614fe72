require("mdedit").attach()
