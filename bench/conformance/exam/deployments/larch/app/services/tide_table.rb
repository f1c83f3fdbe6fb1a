module TideTable
  module_function

  def raw(port)
    n = port.sum % 60
    "TIDETABLE/#{port.upcase.delete('^A-Z')}/HW=04:#{format('%02d', n)}/LW=10:#{format('%02d', n)}"
  end
end
