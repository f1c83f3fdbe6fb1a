module thistle

go 1.24
