/// The version that `mdedit --version` prints.
let version = "0.1.0"
